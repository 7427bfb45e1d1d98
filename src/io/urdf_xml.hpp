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


#ifndef IO__URDF_XML_HPP_
#define IO__URDF_XML_HPP_

#include <tinyxml2.h>

#include <string>
#include <vector>

/// What the checks of a URDF have in common: errors that name the place, numbers in their range.
namespace contact_sim
{

/// What a number may be; the ends are allowed.
struct UrdfRange
{
  double lowest;
  double highest;
  const char * unit;
};

/// Larger ones are mistakes: millimetres in place of metres, a slipped exponent.
constexpr UrdfRange kAnyLength{-1e6, 1e6, "m"};
constexpr UrdfRange kAnyAngle{-1e6, 1e6, "rad"};
constexpr UrdfRange kSize{1e-9, 1e6, "m"};
constexpr UrdfRange kMass{0.0, 1e12, "kg"};
constexpr UrdfRange kInertia{-1e24, 1e24, "kg m²"};
constexpr UrdfRange kPlain{-1e30, 1e30, ""};
constexpr UrdfRange kNotNegative{0.0, 1e30, ""};
constexpr UrdfRange kColour{0.0, 1.0, ""};

/// The file, and the link or joint that is being read.
class UrdfPlace
{
public:
  explicit UrdfPlace(const std::string & file)
  : file_(file) {}

  /// \param owner as in "link 'foot'"
  UrdfPlace in(const std::string & owner) const;

  /// \throws std::runtime_error "FILE:LINE: OWNER: WHAT"
  [[noreturn]] void refuse(int line, const std::string & what) const;
  [[noreturn]] void refuse(const tinyxml2::XMLElement & at, const std::string & what) const;

  /// An attribute that must be there and not be empty.
  std::string text(const tinyxml2::XMLElement & element, const char * attribute) const;

  /// The numbers of an attribute that must be there. White space between them becomes one space:
  /// urdfdom knows no other.
  std::vector<double> numbers(
    tinyxml2::XMLElement & element, const char * attribute, std::size_t count,
    const UrdfRange & range) const;

  double number(
    tinyxml2::XMLElement & element, const char * attribute, const UrdfRange & range) const;

  /// The same for an attribute that need not be there.
  double number_or(
    tinyxml2::XMLElement & element, const char * attribute, const UrdfRange & range,
    double otherwise) const;

  /// A child that may be there once, or null: urdfdom reads the first and forgets the others.
  tinyxml2::XMLElement * child(tinyxml2::XMLElement & element, const char * name) const;

  /// A child that is there once.
  tinyxml2::XMLElement & needed_child(
    tinyxml2::XMLElement & element, const char * name, const char * advice) const;

private:
  std::string file_;
  std::string owner_;
};

}  // namespace contact_sim

#endif  // IO__URDF_XML_HPP_
