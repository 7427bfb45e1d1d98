// Copyright 2026 contact_sim developers
//
// Licensed under the Apache License, Version 2.0 (the "License");
// you may not use this file except in compliance with the License.
// You may obtain a copy of the License at
//
//     http://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an "AS IS" BASIS,
// WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
// See the License for the specific language governing permissions and
// limitations under the License.


#include "io/urdf_tree.hpp"

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "io/tokens.hpp"

namespace contact_sim
{

namespace
{

using tinyxml2::XMLElement;

/// Reads one robot.
class TreeCheck
{
public:
  TreeCheck(const XMLElement & robot, const UrdfOutline & outline, const UrdfPlace & file)
  : robot_(robot), outline_(outline), file_(file)
  {
    for (const XMLElement * e = robot.FirstChildElement(); e; e = e->NextSiblingElement()) {
      if (std::string_view(e->Name()) == "link") {
        links_.insert(e->Attribute("name"));
      } else if (std::string_view(e->Name()) == "joint") {
        joints_.emplace(e->Attribute("name"), e);
      }
    }
  }

  void check() const
  {
    check_mimics();
    check_tree();
  }

private:
  void check_mimics() const
  {
    for (const auto & [name, joint] : joints_) {
      if (const XMLElement * mimic = joint->FirstChildElement("mimic")) {
        check_mimic(*joint, *mimic, file_.in("joint " + in_quotes(name)));
      }
    }
  }

  void check_mimic(
    const XMLElement & joint, const XMLElement & mimic, const UrdfPlace & place) const
  {
    const std::string other = mimic.Attribute("joint");
    const auto found = joints_.find(other);
    if (found == joints_.end()) {
      place.refuse(
        mimic, "expected the name of a joint to mimic, found " + in_quotes(other) +
        ", which is not in the file");
    }
    const XMLElement & leader = *found->second;
    if (&leader == &joint || leader.FirstChildElement("mimic")) {
      place.refuse(
        mimic, "expected a joint that moves on its own to mimic, found " + in_quotes(other) +
        ", which mimics: name the joint that leads");
    }
    expect_one_degree_of_freedom(joint, mimic, place);
    expect_one_degree_of_freedom(leader, mimic, place);
  }

  static void expect_one_degree_of_freedom(
    const XMLElement & joint, const XMLElement & mimic, const UrdfPlace & place)
  {
    const std::string type = joint.Attribute("type");
    if (type != "revolute" && type != "continuous" && type != "prismatic") {
      place.refuse(
        mimic, "expected joints of one degree of freedom (revolute, continuous, prismatic), "
        "found " + in_quotes(joint.Attribute("name")) + " of type " + type);
    }
  }

  void check_tree() const
  {
    std::map<std::string, const XMLElement *> joint_to;  // by child link
    std::map<std::string, std::vector<std::string>> children;
    for (const auto & [name, joint] : joints_) {
      const std::string parent = end_of(*joint, "parent");
      const std::string child = end_of(*joint, "child");
      const auto [entry, is_new] = joint_to.emplace(child, joint);
      if (!is_new) {
        file_.in("link " + in_quotes(child)).refuse(
          *joint, "expected one parent joint, found " + in_quotes(
            entry->second->Attribute(
              "name")) +
          " and " + in_quotes(name) +
          ": a URDF is a tree; keep one, and close the loop outside it");
      }
      children[parent].push_back(child);
    }
    check_reached(check_root(joint_to), children);
  }

  std::string end_of(const XMLElement & joint, const char * end) const
  {
    const XMLElement & element = *joint.FirstChildElement(end);
    const std::string link = element.Attribute("link");
    const UrdfPlace place = file_.in("joint " + in_quotes(joint.Attribute("name")));
    if (links_.count(link) == 0) {
      place.refuse(
        element, std::string("expected the name of a link as ") + end + ", found " +
        in_quotes(link) + ", which is not in the file");
    }
    return link;
  }

  std::string check_root(
    const std::map<std::string, const XMLElement *> & joint_to) const
  {
    std::vector<UrdfOutline::Name> roots;
    for (const UrdfOutline::Name & link : outline_.links) {
      if (joint_to.count(link.name) == 0) {
        roots.push_back(link);
      }
    }
    if (roots.empty()) {
      file_.refuse(
        robot_, outline_.links.empty() ? "expected at least one <link>, found none" :
        "expected one root link, found none: each link is the child of a joint, so the joints form "
        "a loop; remove the joint that closes it");
    }
    if (roots.size() > 1) {
      file_.in("link " + in_quotes(roots[1].name)).refuse(
        roots[1].line, "expected one root link, found " + std::to_string(roots.size()) + ": " +
        in_quotes(roots[0].name) + " (line " + std::to_string(roots[0].line) + ") and " +
        in_quotes(roots[1].name) + "; connect them with a joint");
    }
    return roots[0].name;
  }

  void check_reached(
    const std::string & root,
    const std::map<std::string, std::vector<std::string>> & children) const
  {
    std::set<std::string> reached{root};
    std::vector<std::string> open{root};
    while (!open.empty()) {
      const auto next = children.find(open.back());
      open.pop_back();
      if (next != children.end()) {
        open.insert(open.end(), next->second.begin(), next->second.end());
        reached.insert(next->second.begin(), next->second.end());
      }
    }
    for (const UrdfOutline::Name & link : outline_.links) {
      if (reached.count(link.name) == 0) {
        file_.in("link " + in_quotes(link.name)).refuse(
          link.line, "expected joints that lead here from the root link " + in_quotes(root) +
          ", found a loop of joints of its own: remove the joint that closes it");
      }
    }
  }

  const XMLElement & robot_;
  const UrdfOutline & outline_;
  const UrdfPlace & file_;
  std::set<std::string> links_;
  std::map<std::string, const XMLElement *> joints_;
};

}  // namespace

void check_urdf_tree(
  const XMLElement & robot, const UrdfOutline & outline, const UrdfPlace & file)
{
  TreeCheck(robot, outline, file).check();
}

}  // namespace contact_sim
