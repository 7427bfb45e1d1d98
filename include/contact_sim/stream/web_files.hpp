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

#ifndef CONTACT_SIM__STREAM__WEB_FILES_HPP_
#define CONTACT_SIM__STREAM__WEB_FILES_HPP_

#include <map>
#include <string>

namespace contact_sim
{

struct WebFile
{
  std::string type;  ///< of its content, for the browser
  std::string content;
};

/// By path, "/index.html". What is not in the list is not served, whatever a path looks like.
using WebFiles = std::map<std::string, WebFile>;

/// Reads the files of a folder and those below it, once; "/" is its index.html. Links and hidden
/// files are left out.
/// \throws std::runtime_error where one cannot be read, or they are too large
WebFiles read_web_files(const std::string & folder);

/// Our page, from share/contact_sim/viewer of the first prefix of AMENT_PREFIX_PATH that has it;
/// else a sentence that says how to get it.
WebFiles viewer_files();

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__WEB_FILES_HPP_
