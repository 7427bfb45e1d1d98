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
#include <tinyxml2.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "contact_sim/figures/bar_chart.hpp"
#include "contact_sim/figures/picture.hpp"
#include "contact_sim/figures/plot.hpp"

namespace contact_sim
{

namespace
{

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The SVG, read by somebody else's parser.
void expect_well_formed(const std::string & svg)
{
  tinyxml2::XMLDocument document;
  EXPECT_EQ(document.Parse(svg.c_str()), tinyxml2::XML_SUCCESS) << document.ErrorStr();
  ASSERT_NE(document.RootElement(), nullptr);
  EXPECT_STREQ(document.RootElement()->Name(), "svg");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf\""), std::string::npos);
}

int count(const std::string & text, const std::string & what)
{
  int found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

std::string message_of(const Plot & plot)
{
  try {
    to_svg(plot);
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "";
}

TEST(Plot, IsWellFormedWithSpecialCharactersInEveryText)
{
  const std::string bad = "a < b & \"c\" > 'd' \x01 µ";
  const Plot plot{bad, {bad}, {bad}, {{bad, {1.0, 2.0}, {3.0, 4.0}}}};
  expect_well_formed(to_svg(plot));
}

TEST(Plot, RefusesWhatALogarithmicAxisHasNoPlaceFor)
{
  const Plot plot{"p", {"n"}, {"time [s]", Scale::kLog}, {{"slow", {1.0, 2.0}, {1.0, 0.0}}}};
  const std::string message = message_of(plot);
  EXPECT_NE(message.find("time [s]"), std::string::npos) << message;
  EXPECT_NE(message.find("slow"), std::string::npos) << message;
  EXPECT_NE(message.find("value 1"), std::string::npos) << message;
}

TEST(Plot, RefusesCurvesWithMoreXThanY)
{
  EXPECT_NE(message_of({"p", {}, {}, {{"s", {1.0, 2.0}, {1.0}}}}).find("'s'"), std::string::npos);
}

TEST(Plot, NeverDrawsWhatIsNotFiniteButAGap)
{
  const Plot plot{"p", {}, {"", Scale::kLog},
    {{"s", {1.0, 2.0, 3.0, 4.0, 5.0}, {1.0, 2.0, kNaN, 4.0, 5.0}}}};
  const std::string svg = to_svg(plot);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "<polyline"), 2);
  EXPECT_EQ(count(svg, "<circle"), 5);  // four points and the one in the legend
}

TEST(Plot, WithoutAnyPointHasAxes)
{
  expect_well_formed(to_svg(Plot{"empty", {}, {}, {}}));
  expect_well_formed(to_svg(Plot{"empty", {}, {"", Scale::kLog}, {{"s", {kNaN}, {kNaN}}}}));
}

TEST(Plot, OfOneValueHasARange)
{
  expect_well_formed(to_svg(Plot{"flat", {}, {}, {{"s", {3.0}, {1e-300}}}}));
  expect_well_formed(to_svg(Plot{"flat", {}, {"", Scale::kLog}, {{"s", {3.0}, {7.0}}}}));
}

TEST(Plot, OfManyPointsIsASmallFileThatKeepsTheExtremes)
{
  Series series{"s", {}, {}};
  for (int i = 0; i < 100000; ++i) {
    series.x.push_back(i);
    series.y.push_back(i == 50000 ? 1.0 : 0.0);
  }
  const std::string svg = to_svg(Plot{"many", {}, {}, {series}});
  expect_well_formed(svg);
  EXPECT_LT(svg.size(), 60000U);
  const std::string peak = to_svg(Plot{"few", {}, {}, {{"s", {0.0, 50000.0, 99999.0}, {0, 1, 0}}}});
  // The point of the peak is at the same place in both.
  const std::size_t begin = peak.find("points=\"");
  const std::size_t first = peak.find(' ', begin + 8);
  const std::string place = peak.substr(first, peak.find(' ', first + 1) - first);
  const std::string height = place.substr(place.find(','));
  EXPECT_NE(svg.find(height + " "), std::string::npos) << place;
}

TEST(Plot, OfZerosAloneHasAnAxis)
{
  expect_well_formed(to_svg(Plot{"p", {"x"}, {"y"}, {{"zero", {0, 1, 2}, {0, 0, 0}}}}));
}

TEST(Histogram, CountsEveryFiniteValueOnce)
{
  const Series series = histogram("h", {0.0, 1.0, 2.0, 10.0, kNaN}, 5);
  ASSERT_EQ(series.x.size(), 6U);
  double sum = 0.0;
  for (const double y : series.y) {
    sum += y;
  }
  EXPECT_EQ(sum, 4.0);
  EXPECT_EQ(series.y[4], 1.0);
  EXPECT_THROW(histogram("h", {}, 0), std::invalid_argument);
  expect_well_formed(to_svg(Plot{"h", {}, {}, {series, histogram("none", {}, 3)}}));
}

TEST(Histogram, OnALogarithmicScaleHasBinsOfEqualRatioAndLeavesOutZero)
{
  const Series series = counted_histogram(
    "h", {{0.0, 7.0}, {1.0, 3.0}, {9.0, 1.0}, {99.0, 2.0}, {100.0}}, 2, Scale::kLog);
  ASSERT_EQ(series.x.size(), 3U);
  // exp(log(x)) is x but for a few roundings of 1.1e-16.
  EXPECT_NEAR(series.x[0], 1.0, 1e-14);
  EXPECT_NEAR(series.x[1], 10.0, 1e-13);
  EXPECT_NEAR(series.x[2], 100.0, 1e-12);
  EXPECT_EQ(series.y[0], 4.0);
  EXPECT_EQ(series.y[1], 3.0);
  const Plot plot{"h", {"x", Scale::kLog}, {"y"},
    {series, counted_histogram("one", {{3.0, 5.0}}, 4, Scale::kLog)}};
  expect_well_formed(to_svg(plot));
}

TEST(BarChart, DrawsNoBarForWhatIsNotFinite)
{
  const BarChart chart{"c", {"x"}, {"one & two", "three"}, {{"g", {1.0, kNaN}}, {"h", {2.0, 3.0}}}};
  const std::string svg = to_svg(chart);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "<rect"), 3 + 2);  // the bars and the legend
}

TEST(BarChart, RefusesAGroupThatHasNotAValueACategory)
{
  EXPECT_THROW(to_svg(BarChart{"c", {}, {"one"}, {{"g", {1.0, 2.0}}}}), std::invalid_argument);
  const BarChart log{"c", {"x", Scale::kLog}, {"one"}, {{"g", {0.0}}}};
  EXPECT_THROW(to_svg(log), std::invalid_argument);
}

TEST(PictureStrip, IsWellFormedAndRefusesWhatIsNotFinite)
{
  PictureStrip strip{"s & t", {0.0, 0.0}, {2.0, 1.0}, {{"<a>", {{{{0, 0}, {1, 0}, {1, 1}}}}}}};
  strip.pictures[0].shapes.push_back({{{0, 0}, {1, 1}}, {1}, false, true});
  expect_well_formed(to_svg(strip));
  strip.pictures[0].shapes[0].points[0].x = kNaN;
  EXPECT_THROW(to_svg(strip), std::invalid_argument);
  strip = {"s", {0.0, 0.0}, {0.0, 1.0}, {}};
  EXPECT_THROW(to_svg(strip), std::invalid_argument);
}

}  // namespace

}  // namespace contact_sim
