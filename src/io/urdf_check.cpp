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


#include "io/urdf_check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "io/tokens.hpp"
#include "io/urdf_tree.hpp"
#include "io/urdf_xml.hpp"

namespace contact_sim
{

namespace
{

using tinyxml2::XMLElement;

/// Reads one document.
class UrdfCheck
{
public:
  explicit UrdfCheck(const std::string & file)
  : file_(file) {}

  UrdfOutline check(tinyxml2::XMLDocument & document)
  {
    XMLElement * robot = document.RootElement();
    if (!robot || std::string_view(robot->Name()) != "robot") {
      file_.refuse(
        robot ? robot->GetLineNum() : 1, "expected <robot name=\"...\">, found " +
        (robot ? "<" + std::string(robot->Name()) + ">" : std::string("nothing")) +
        ": this is not a URDF");
    }
    file_.text(*robot, "name");
    for (XMLElement * e = robot->FirstChildElement(); e; e = e->NextSiblingElement()) {
      check_element(*e);
    }
    check_urdf_tree(*robot, outline_, file_);
    leave_the_known(*robot);
    return std::move(outline_);
  }

private:
  void check_element(XMLElement & element)
  {
    const std::string_view name = element.Name();
    if (name == "link") {
      check_link(element);
    } else if (name == "joint") {
      check_joint(element);
    } else if (name == "material") {
      check_material(element, file_, true);
    } else if (name.substr(0, 6) == "xacro:") {
      file_.refuse(
        element, "expected URDF, found <" + std::string(name) +
        ">: expand the file first (xacro FILE > FILE.urdf)");
    }
  }

  void leave_the_known(XMLElement & robot) const
  {
    for (XMLElement * e = robot.FirstChildElement(); e; ) {
      XMLElement * next = e->NextSiblingElement();
      const std::string_view name = e->Name();
      if (name != "link" && name != "joint" && name != "material") {
        robot.DeleteChild(e);
      } else if (name == "joint" && outline_.spherical_joints.count(e->Attribute("name"))) {
        e->SetAttribute("type", "floating");
      }
      e = next;
    }
  }

  /// Enters the name of a link or joint.
  std::string enter(
    const XMLElement & element, const char * what, std::map<std::string, int> & lines,
    std::vector<UrdfOutline::Name> & names)
  {
    const std::string name = file_.text(element, "name");
    const auto [entry, is_new] = lines.emplace(name, element.GetLineNum());
    if (!is_new) {
      file_.in(std::string(what) + " " + in_quotes(name)).refuse(
        element, "expected a name of its own, found it also in line " +
        std::to_string(entry->second) + ": rename one of the two");
    }
    names.push_back({name, element.GetLineNum()});
    return name;
  }

  void check_link(XMLElement & link)
  {
    const std::string name = enter(link, "link", link_lines_, outline_.links);
    const UrdfPlace place = file_.in("link " + in_quotes(name));
    if (XMLElement * inertial = place.child(link, "inertial")) {
      check_inertial(*inertial, place);
    }
    std::size_t index = 0;
    for (XMLElement * e = link.FirstChildElement("collision"); e; ++index) {
      if (check_shape(*e, place)) {
        outline_.capsule_collisions.emplace(name, index);
      }
      e = e->NextSiblingElement("collision");
    }
    index = 0;
    for (XMLElement * e = link.FirstChildElement("visual"); e; ++index) {
      if (check_shape(*e, place)) {
        outline_.capsule_visuals.emplace(name, index);
      }
      if (XMLElement * material = place.child(*e, "material")) {
        check_material(*material, place, false);
      }
      e = e->NextSiblingElement("visual");
    }
  }

  static void check_origin(XMLElement & parent, const UrdfPlace & place)
  {
    XMLElement * origin = place.child(parent, "origin");
    if (origin && origin->Attribute("xyz")) {
      place.numbers(*origin, "xyz", 3, kAnyLength);
    }
    if (origin && origin->Attribute("rpy")) {
      place.numbers(*origin, "rpy", 3, kAnyAngle);
    }
  }

  static void check_inertial(XMLElement & inertial, const UrdfPlace & place)
  {
    check_origin(inertial, place);
    place.number(
      place.needed_child(inertial, "mass", "add <mass value=\"...\"/> [kg]"), "value", kMass);
    XMLElement & inertia = place.needed_child(
      inertial, "inertia",
      "add <inertia ixx=... ixy=... ixz=... iyy=... iyz=... izz=.../> [kg m²]");
    for (const char * part : {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}) {
      place.number(inertia, part, kInertia);
    }
  }

  /// True where it was a capsule, which now is a cylinder.
  static bool check_shape(XMLElement & element, const UrdfPlace & place)
  {
    check_origin(element, place);
    XMLElement & geometry = place.needed_child(
      element, "geometry", "give it a <box>, <sphere>, <cylinder>, <capsule> or <mesh>");
    XMLElement * shape = geometry.FirstChildElement();
    if (!shape || shape->NextSiblingElement()) {
      place.refuse(
        geometry, std::string("expected one shape in <geometry>, found ") +
        (shape ? "several: use one <" + std::string(element.Name()) + "> for each" : "none"));
    }
    return check_dimensions(*shape, place);
  }

  static bool check_dimensions(XMLElement & shape, const UrdfPlace & place)
  {
    const std::string_view kind = shape.Name();
    if (kind == "box") {
      place.numbers(shape, "size", 3, kSize);
    } else if (kind == "sphere") {
      place.number(shape, "radius", kSize);
    } else if (kind == "cylinder" || kind == "capsule") {
      place.number(shape, "radius", kSize);
      place.number(shape, "length", kSize);
      shape.SetName("cylinder");
    } else if (kind == "mesh") {
      place.text(shape, "filename");
      check_scale(shape, place);
    } else {
      place.refuse(
        shape, "expected <box>, <sphere>, <cylinder>, <capsule> or <mesh>, found <" +
        std::string(kind) + ">");
    }
    return kind == "capsule";
  }

  static void check_scale(XMLElement & mesh, const UrdfPlace & place)
  {
    if (!mesh.Attribute("scale")) {
      return;
    }
    for (const double factor : place.numbers(mesh, "scale", 3, kPlain)) {
      if (factor == 0.0) {
        place.refuse(mesh, "'scale' of <mesh>: expected factors other than 0, found one");
      }
    }
  }

  static void check_material(XMLElement & material, const UrdfPlace & place, bool is_definition)
  {
    const std::string name = place.text(material, "name");
    XMLElement * colour = place.child(material, "color");
    if (colour) {
      place.numbers(*colour, "rgba", 4, kColour);
    } else if (is_definition && !material.FirstChildElement("texture")) {
      place.refuse(
        material, "expected <color rgba=\"r g b a\"/> in material " + in_quotes(name) +
        ", found none");
    }
  }

  void check_joint(XMLElement & joint)
  {
    const std::string name = enter(joint, "joint", joint_lines_, outline_.joints);
    const UrdfPlace place = file_.in("joint " + in_quotes(name));
    const std::string type = place.text(joint, "type");
    static constexpr const char * kTypes[] =
    {"fixed", "revolute", "continuous", "prismatic", "planar", "floating", "spherical"};
    if (std::find(std::begin(kTypes), std::end(kTypes), type) == std::end(kTypes)) {
      place.refuse(
        joint, "expected the type fixed, revolute, continuous, prismatic, planar, floating or "
        "spherical, found " + in_quotes(type));
    }
    check_origin(joint, place);
    for (const char * end : {"parent", "child"}) {
      place.text(place.needed_child(joint, end, "a joint connects two links"), "link");
    }
    check_axis(joint, type, place);
    check_limit(joint, type, place);
    check_dynamics(joint, place);
    if (type == "spherical") {
      outline_.spherical_joints.insert(name);
    }
  }

  static void check_axis(XMLElement & joint, const std::string & type, const UrdfPlace & place)
  {
    XMLElement * axis = place.child(joint, "axis");
    if (!axis || type == "fixed" || type == "floating" || type == "spherical") {
      return;
    }
    double largest = 0.0;
    for (const double part : place.numbers(*axis, "xyz", 3, kAnyLength)) {
      largest = std::max(largest, std::abs(part));
    }
    if (largest < 1e-6) {
      place.refuse(
        *axis, "expected an axis with a direction, found " + in_quotes(axis->Attribute("xyz")) +
        ": give a unit vector, such as 0 0 1");
    }
  }

  static void check_limit(XMLElement & joint, const std::string & type, const UrdfPlace & place)
  {
    const bool is_needed = type == "revolute" || type == "prismatic";
    XMLElement * limit = place.child(joint, "limit");
    if (!limit) {
      if (is_needed) {
        place.refuse(
          joint, "expected <limit lower= upper= effort= velocity=/> in a " + type +
          " joint, found none: add it" +
          (type == "revolute" ? ", or make the joint continuous" : ""));
      }
      return;
    }
    place.number(*limit, "effort", kNotNegative);
    place.number(*limit, "velocity", kNotNegative);
    const double lower = place.number_or(*limit, "lower", kPlain, 0.0);
    const double upper = place.number_or(*limit, "upper", kPlain, 0.0);
    if (is_needed && !(lower < upper)) {
      place.refuse(
        *limit, "expected lower < upper, found lower " + std::to_string(lower) + " and upper " +
        std::to_string(upper) + ": a joint that does not move is of type fixed");
    }
  }

  static void check_dynamics(XMLElement & joint, const UrdfPlace & place)
  {
    if (XMLElement * dynamics = place.child(joint, "dynamics")) {
      // urdfdom wants at least one of them.
      if (!dynamics->Attribute("damping") && !dynamics->Attribute("friction")) {
        dynamics->SetAttribute("damping", "0");
      }
      place.number_or(*dynamics, "damping", kNotNegative, 0.0);
      place.number_or(*dynamics, "friction", kNotNegative, 0.0);
    }
    if (XMLElement * mimic = place.child(joint, "mimic")) {
      place.text(*mimic, "joint");
      place.number_or(*mimic, "multiplier", kPlain, 1.0);
      place.number_or(*mimic, "offset", kPlain, 0.0);
    }
  }

  const UrdfPlace file_;
  UrdfOutline outline_;
  std::map<std::string, int> link_lines_;
  std::map<std::string, int> joint_lines_;
};

}  // namespace

UrdfOutline check_urdf(tinyxml2::XMLDocument & document, const std::string & file)
{
  return UrdfCheck(file).check(document);
}

}  // namespace contact_sim
