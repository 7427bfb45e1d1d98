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

#ifndef FUZZ__FUZZ_TARGET_HPP_
#define FUZZ__FUZZ_TARGET_HPP_

#include <cstdint>
#include <stdexcept>
#include <string>

namespace contact_sim::fuzz
{

/// What a target does with one input: one function in each target's file. Whatever is wrong ends
/// the process, by fail(), by an exception that nobody expects, or by a sanitizer.
void try_input(const std::string & input);

/// Says what is wrong with this input, and ends the process.
[[noreturn]] void fail(const std::string & what);

/// Where a refusal has to say that it is: "NAME:LINE: …", or NAME anywhere, or nowhere.
enum class Place {kLine, kName, kNone};

/// Fails where the text of a refusal does not name its place, is empty, or would not be printed
/// whole.
void check_refusal(const std::string & text, Place place, const std::string & name);

/// How often a target took or refused what it got: who refuses everything tests little.
struct Counts
{
  std::uint64_t taken{0};
  std::uint64_t refused{0};
};
Counts & counts();

/// Reads; true: it was taken. What readers may throw is a std::runtime_error or a
/// std::invalid_argument that names its place.
template<typename Read>
bool is_taken(Place place, const std::string & name, Read read)
{
  try {
    read();
    ++counts().taken;
    return true;
  } catch (const std::runtime_error & error) {
    check_refusal(error.what(), place, name);
  } catch (const std::invalid_argument & error) {
    check_refusal(error.what(), place, name);
  }
  ++counts().refused;
  return false;
}

/// A file with this content, always the same one of this process, for what reads files.
std::string as_file(const std::string & content, const std::string & ending);

/// Takes an input apart, for what is no text: the end reads as zeros.
class Bytes
{
public:
  explicit Bytes(const std::string & bytes)
  : bytes_(bytes) {}

  bool is_empty() const {return next_ >= bytes_.size();}
  std::uint8_t byte() {return is_empty() ? 0 : static_cast<std::uint8_t>(bytes_[next_++]);}
  std::uint64_t number(int size);
  /// 0 … limit - 1
  int below(int limit) {return static_cast<int>(number(2) % static_cast<unsigned>(limit));}
  /// Of any magnitude and sign; now and then zero, a denormal, or not finite.
  double extreme();

private:
  const std::string & bytes_;
  std::size_t next_{0};
};

}  // namespace contact_sim::fuzz

#endif  // FUZZ__FUZZ_TARGET_HPP_
