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

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "contact_sim/stream/web_files.hpp"

namespace contact_sim
{

namespace
{

class WebFilesOfAFolder : public ::testing::Test
{
protected:
  WebFilesOfAFolder()
  : folder_(
      std::filesystem::temp_directory_path() / ("contact_sim_web_" + std::to_string(::getpid())))
  {
    std::filesystem::create_directories(folder_ / "share/contact_sim/viewer/assets");
  }
  ~WebFilesOfAFolder() override {std::filesystem::remove_all(folder_);}

  std::filesystem::path page() const {return folder_ / "share/contact_sim/viewer";}

  void put(const std::string & name, const std::string & content) const
  {
    std::ofstream(page() / name) << content;
  }

  std::filesystem::path folder_;
};

TEST_F(WebFilesOfAFolder, are_read_with_their_types_and_the_index_is_the_root)
{
  put("index.html", "<html>");
  put("assets/main.js", "run()");
  const WebFiles files = read_web_files(page().string());
  EXPECT_EQ(files.size(), 3u);
  EXPECT_EQ(files.at("/").content, "<html>");
  EXPECT_EQ(files.at("/index.html").type, "text/html; charset=utf-8");
  EXPECT_EQ(files.at("/assets/main.js").content, "run()");
  EXPECT_EQ(files.at("/assets/main.js").type, "text/javascript; charset=utf-8");
}

TEST_F(WebFilesOfAFolder, links_and_hidden_files_are_left_out)
{
  put("index.html", "<html>");
  put(".secret", "x");
  std::filesystem::create_directories(page() / ".git");
  put(".git/config", "x");
  std::filesystem::create_symlink("/etc/passwd", page() / "passwd");
  std::filesystem::create_directory_symlink("/etc", page() / "etc");
  EXPECT_EQ(read_web_files(page().string()).size(), 2u);
}

TEST_F(WebFilesOfAFolder, our_page_is_found_in_a_prefix_or_a_sentence_says_how_to_get_it)
{
  ::setenv("AMENT_PREFIX_PATH", "/nowhere", 1);
  EXPECT_NE(viewer_files().at("/").content.find("Node.js"), std::string::npos);
  put("index.html", "our page");
  ::setenv("AMENT_PREFIX_PATH", ("/nowhere:" + folder_.string()).c_str(), 1);
  EXPECT_EQ(viewer_files().at("/").content, "our page");
}

}  // namespace

}  // namespace contact_sim
