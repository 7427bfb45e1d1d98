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

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "contact_sim/stream/asset_files.hpp"

namespace contact_sim
{

namespace
{

namespace fs = std::filesystem;

class Assets : public ::testing::Test
{
protected:
  Assets()
  {
    fs::create_directories(folder_);
    write("foot.STL", "solid foot");
    write("secret.txt", "secret");
  }
  ~Assets() override {fs::remove_all(folder_);}

  void write(const std::string & name, const std::string & content) const
  {
    std::ofstream(folder_ / name) << content;
  }
  std::string path(const std::string & name) const {return (folder_ / name).string();}

  fs::path folder_{fs::temp_directory_path() / ("contact_sim_assets_" + std::to_string(getpid()))};
  AssetFiles assets_;
};

TEST_F(Assets, AreGivenByTheNamesThatTheyAreListedWith)
{
  assets_.allow("package://robot/meshes/foot.STL", path("foot.STL"));
  const auto content = assets_.read("package://robot/meshes/foot.STL");
  EXPECT_EQ(*content, "solid foot");
  EXPECT_EQ(assets_.read("package://robot/meshes/foot.STL"), content) << "it is read once";
}

TEST_F(Assets, ThatAreNotListedAreRefusedWhateverTheirNameLooksLike)
{
  assets_.allow("package://robot/meshes/foot.STL", path("foot.STL"));
  for (const std::string & uri : {
        path("foot.STL"), "file://" + path("foot.STL"), path("secret.txt"),
        std::string("package://robot/meshes/../meshes/foot.STL"),
        std::string("package://robot/meshes/foot.STL/../../secret.txt"),
        std::string("package://robot/meshes/foot.stl"), std::string(""), std::string(300, '/')})
  {
    EXPECT_THROW(assets_.read(uri), std::runtime_error) << uri;
  }
}

TEST_F(Assets, ThatAreNoMeshesAreNotListed)
{
  assets_.allow("package://robot/secret.txt", path("secret.txt"));
  EXPECT_THROW(assets_.read("package://robot/secret.txt"), std::runtime_error);
}

TEST_F(Assets, ThatAreGoneAreToldByName)
{
  assets_.allow("package://robot/gone.stl", path("gone.stl"));
  try {
    assets_.read("package://robot/gone.stl");
    FAIL() << "there is no such file";
  } catch (const std::runtime_error & error) {
    EXPECT_NE(std::string(error.what()).find("package://robot/gone.stl"), std::string::npos);
    EXPECT_EQ(std::string(error.what()).find(folder_.string()), std::string::npos)
      << "where files are is nobody's business";
  }
}

}  // namespace

}  // namespace contact_sim
