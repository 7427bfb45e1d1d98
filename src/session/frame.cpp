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

#include "contact_sim/session/frame.hpp"

#include <algorithm>
#include <cmath>

namespace contact_sim
{

bool Due::any() const
{
  return std::any_of(is.begin(), is.end(), [](bool due) {return due;});
}

Due Due::all()
{
  Due due;
  due.is.fill(true);
  return due;
}

void Schedule::set_rates(const Rates & rates)
{
  rates_ = rates;
  reset();
}

void Schedule::reset()
{
  sent_.fill(-1);
}

Due Schedule::next(double time)
{
  Due due;
  for (int i = 0; i < kChannels; ++i) {
    if (rates_.of[i] <= 0.0) {
      continue;
    }
    // Rounding of the time must not make it a step later.
    const auto periods = static_cast<std::int64_t>(std::floor(time * rates_.of[i] + 1e-6));
    due.is[i] = periods > sent_[i];
    sent_[i] = std::max(sent_[i], periods);
  }
  return due;
}

}  // namespace contact_sim
