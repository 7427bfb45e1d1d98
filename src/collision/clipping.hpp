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


#ifndef COLLISION__CLIPPING_HPP_
#define COLLISION__CLIPPING_HPP_

#include "collision/features.hpp"
#include "collision/point_sink.hpp"

namespace contact_sim
{

/// Adds the corners of the overlap of two features, seen along the normal of the reference, each
/// with the gap along that normal. The reference is a polygon, a disc, or a plane without bounds;
/// `reference_is_a` says whose it is.
void add_overlap(
  const Feature & reference, const Feature & incident, bool reference_is_a, PointSink & sink);

}  // namespace contact_sim

#endif  // COLLISION__CLIPPING_HPP_
