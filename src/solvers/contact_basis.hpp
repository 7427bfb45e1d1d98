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

#ifndef SOLVERS__CONTACT_BASIS_HPP_
#define SOLVERS__CONTACT_BASIS_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "solvers/scaled_columns.hpp"

namespace contact_sim
{

/// A basis of the contact LCP and its algebra in factor form: section 5.1 and appendix A of
/// [Lloyd 2005], for any number of degrees of freedom. The LCP matrix is never formed; a basis
/// costs one r x r factorisation with r <= nv + 1, and a column of the pivoted system O(n + r²).
/// Where r is large a pivot does not factor again: advance() keeps the exchange as an update of
/// the factored basis (the product form of the inverse).
///
/// Contact i has the pairs (local number: z, w)
///
///     0: θ, ν normal      1 … d: φ_j, σ_j friction      d + 1: λ, γ slip
///
/// of which the friction and slip ones exist once the contact has joined (section 5.3). Impulses
/// and velocities are scaled by the contact's own unit and one common scale (ContactResidual), so
/// that all numbers are of order one.
class ContactBasis
{
public:
  using Index = Eigen::Index;

  /// A variable: 2 * pair + 1 for z, 2 * pair for w. Pairs are numbered contact by contact.
  using Variable = int;

  static constexpr Variable kNone = -2;
  static constexpr Variable kArtificial = -1;
  static constexpr std::uint64_t kHashOfZero = 0;  ///< hash() at z = 0

  /// What the basic variables answer to.
  struct Source
  {
    enum Kind {kConstant, kVariable, kRow};
    Kind kind{kConstant};
    int pair{-1};      ///< of kVariable and kRow
    bool is_z{false};  ///< of kVariable: which of the pair
  };

  /// Starts at z = 0 with no contact joined. The friction polygons get `refinement` times the
  /// corners that the problem asks for.
  void load(const ContactProblem & problem, int refinement = 1);

  /// load(), then restore() with the polygons turned to `angles` where these are given. Where the
  /// basis is that of the last save() and the problem has the same contacts, nothing is to be
  /// restored: the result is the same.
  bool load_at(
    const ContactProblem & problem, int refinement, const std::vector<std::uint64_t> & codes,
    const std::vector<double> * angles);

  Index contacts() const {return static_cast<Index>(mu_.size());}
  int pairs() const {return static_cast<int>(state_.size());}
  int pair(Index contact, int local) const {return static_cast<int>(contact) * stride_ + local;}
  int contact_of(int pair) const {return pair / stride_;}
  int local_of(int pair) const {return pair % stride_;}
  int directions(Index contact) const {return directions_[contact];}
  int slip(Index contact) const {return directions_[contact] + 1;}

  bool exists(int pair) const
  {
    const int local = local_of(pair);
    return local == 0 || (joined_[contact_of(pair)] && local <= slip(contact_of(pair)));
  }

  bool can_join(Index contact) const
  {
    return friction_ && !joined_[contact] && mu_[contact] > 0.0;
  }

  /// Without friction no contact can join. With it again, those that are active join here and now:
  /// the second step of Yamane's two-step solution (IV-C), to be followed by cover_here().
  void leave_friction_out() {friction_ = false;}
  void bring_friction_in();

  bool is_joined(Index contact) const {return joined_[contact];}

  /// Adds the friction pairs of a contact with their w basic, and the covering vector's entry for
  /// them: 1 for γ, `cover` for each σ (appendix D).
  void join(Index contact, double cover);
  void leave(Index contact);

  /// An upper bound of the covering vector's entries.
  double largest_cover() const {return largest_cover_;}

  /// The largest -D_jᵀx of a contact at the last constant values: what appendix D's cover must
  /// lift.
  double deficit(Index contact);

  bool is_basic(Variable variable) const
  {
    return variable == kArtificial ? artificial_ : state_[variable / 2] == 1 + variable % 2;
  }
  bool has_artificial() const {return artificial_;}
  Variable basic_of(int pair) const
  {
    return state_[pair] == 0 ? kNone : 2 * pair + state_[pair] - 1;
  }
  static Variable complement(Variable variable) {return variable ^ 1;}

  /// Exchanges variables in the bookkeeping alone; factor() makes it count.
  void exchange(Variable leaving, Variable entering);

  /// Exchanges variables after answer() to the entering one gave `rates`, and takes the constant
  /// values along: a small basis is factored, a large one updated. False, with nothing changed but
  /// the factorisation, where the values are better computed afresh.
  bool advance(
    Variable leaving, Variable entering, const Eigen::VectorXd & rates, double artificial_rate,
    Eigen::VectorXd & values, double & artificial);

  /// The size of the reduced system from which on advance() updates it.
  void update_from(Index size) {update_from_ = size;}

  /// Whether advance() was used since the constant values were computed: they may have drifted.
  bool has_drifted() const {return drift_ > 0;}

  /// Fills in the constant values of a contact that has just joined.
  void answer_joined(Index contact, double artificial, Eigen::VectorXd & values);

  /// Calls `visit(pair)` for every pair that exists, in a fixed order.
  template<typename Visit>
  void for_each_pair(Visit visit) const
  {
    for (Index i = 0; i < contacts(); ++i) {
      const int last = joined_[i] ? slip(i) : 0;
      for (int local = 0; local <= last; ++local) {
        visit(pair(i, local));
      }
    }
  }

  /// Other covering vectors than ones lead along other paths: 0 is ones, each further number
  /// another fixed choice between 1 and 2. To be called after load().
  void vary_cover(int choice);

  /// Turns the polygon of a contact.
  void set_angle(Index contact, double angle);

  /// Corners come closer together towards the first one, down to an angle of `zoom`; 0: evenly.
  void set_zoom(Index contact, double zoom) {zoom_[contact] = zoom;}

  /// Turns the polygon of a contact whose friction is at its limit so that the first corner lies
  /// along it, and takes the first corner (`straight`, where it slides), or it and its neighbours
  /// for as many as are basic; factor() and answer() show whether that is the solution.
  void turn_to(Index contact, double angle, bool straight);

  /// How the velocity of the constant values changes with a tangential impulse at a contact, the
  /// basis being kept: x' such that the sliding velocities change by sliding_change(contact, x').
  void answer_to_push(
    Index contact, const Eigen::Vector2d & push, Eigen::VectorXd & velocity);
  Eigen::Vector2d sliding_change(Index contact, const Eigen::VectorXd & velocity) const
  {
    return columns_.project(contact, velocity).tail<2>();
  }
  double mu(Index contact) const {return mu_[contact];}

  /// The friction of a contact at constant values.
  Eigen::Vector2d friction(Index contact, const Eigen::VectorXd & values) const;
  double angle(Index contact) const {return angle_[contact];}
  const std::vector<double> & angles() const {return angle_;}
  double zoom(Index contact) const {return zoom_[contact];}

  /// The sliding velocity at the last constant values, and whether λ is basic there.
  Eigen::Vector2d sliding_velocity(Index contact) const;
  bool slides(Index contact) const
  {
    return joined_[contact] && state_[pair(contact, slip(contact))] == 2;
  }

  /// A number for the set of basic variables (Zobrist).
  std::uint64_t hash() const {return hash_;}
  /// To be called after restore(), which leaves it out, before hash() is of use.
  void find_hash();
  std::uint64_t hash_after(Variable leaving, Variable entering) const;

  /// Factors the reduced system (31). False where it is singular to working precision.
  bool factor();

  struct StandingLimits
  {
    double enough;   ///< how far below zero a variable may be
    double tangent;  ///< of the angle between friction and the direction against sliding
  };

  /// Factors, and tells whether this basis is the answer: all its variables are positive and, as
  /// `tangent` asks, friction is against sliding. Then `values` has the z. False where it is not
  /// plain to see, too: that is left to answer().
  bool stands(const StandingLimits & limits, Eigen::VectorXd & values);

  /// r of the last factor().
  Index reduced_size() const {return size_;}

  /// The basic variables' answer to a source: `values[p]` of the basic variable of each pair that
  /// exists, and the artificial variable's, zero where it is not basic.
  void answer(const Source & source, Eigen::VectorXd & values, double & artificial);

  /// The same, for callers that need few of the variables: the z are in `values`, any w is
  /// evaluated by basic_w() until the next answer.
  void answer_in_part(const Source & source, Eigen::VectorXd & values, double & artificial);
  double basic_w(const Source & source, int pair) const;

  /// Chooses the covering vector such that the artificial variable, entering here, changes every
  /// basic variable by one: this basis can then be a start, like z = 0.
  void cover_here();

  /// Impulses of constant values, in the problem's units. One that is negative by no more than
  /// `held` is held, others are not: without it what it holds would move, a little more each step.
  void impulses(const Eigen::VectorXd & values, double held, Eigen::VectorXd & lambda) const;

  /// The basis in one code a contact, to be kept for the next step; and back, false where they do
  /// not fit. Friction directions are kept by number; 0 stands for a contact that is not active.
  void save(std::vector<std::uint64_t> & codes);
  bool restore(const std::vector<std::uint64_t> & codes);

  /// The refinement to load a problem with before restore().
  static int saved_refinement(const std::vector<std::uint64_t> & codes);

private:
  using Vector2 = Eigen::Vector2d;

  /// A source with its pair taken apart, once for an answer.
  struct Origin
  {
    Source::Kind kind;
    int contact;
    int local;
    bool is_z;
  };

  struct Column
  {
    int contact;        ///< kArtificial for the artificial variable
    int local;          ///< 0: θ, j: φ_j
    int kappa;          ///< of the φ_κ that is eliminated, or 0
    Index along;        ///< where Â a begins in along_
    Eigen::Vector3d a;  ///< its direction in (n, t₁, t₂)
  };

  struct Row
  {
    int contact;
    int local;          ///< 0: ν, j: σ_j (minus σ_κ), slip: γ with nothing to eliminate
    int kappa;          ///< of the σ_κ that is subtracted, or 0
    bool is_slip;       ///< its w is a sum of impulses, not a velocity: g is zero
    bool is_own;        ///< Â g is not that of a column
    Index along;        ///< where Â g begins in along_
    Eigen::Vector3d g;
    Index head;         ///< what is not zero in it lies between head and tail
    Index tail;
  };

  /// An exchange since factor(), with what the entering variable did to everything before it.
  struct Update
  {
    Variable leaving;
    Variable entering;
    double pivot;               ///< the leaving variable's rate
    double artificial;
    std::vector<double> slots;  ///< rates of the z in slots_
    Eigen::VectorXd velocity;
  };

  /// How a contact's λ and γ are eliminated: by the row σ_row and the column φ_column, 0 for none.
  struct Elimination
  {
    int row{0};
    int column{0};
    int theta{-1};  ///< the column of θ, or -1
  };

  /// A σ_j that is not basic, and where its φ_j's column begins in along_, or -1.
  struct Open
  {
    int local;
    Index along;
  };

  /// What a polygon's corners in the table were computed from.
  struct Corners
  {
    int directions{0};
    double angle{0.0};
    double zoom{0.0};
  };

  bool load_contacts(const ContactProblem & problem, int refinement);
  void choose_scale(const ContactProblem & problem);
  void start_at_zero();
  void stay();
  std::uint64_t code_of(Index contact) const;
  void make_room();
  const Vector2 & direction(Index contact, int j) const {return table_[contact * stride_ + j];}
  void set_directions(Index contact);
  double corner_offset(Index contact, int j) const;
  double cover_factor(int pair) const;
  void set_state(int pair, char state);
  void make_z_basic(Index contact, int local);
  double corner(Index contact, int local, const Eigen::Vector3d & u) const;
  void forget_updates();
  bool exchange_and_factor(Variable leaving, Variable entering);
  bool collect();
  void find_open(Index contact);
  bool choose_elimination(Index contact);
  Eigen::Vector3d corner_from(Index contact, int local, int kappa) const;
  Index room_along(Index contact);
  void collect_columns(Index contact);
  void collect_rows(Index contact);
  void find_extents();
  void find_extent(Row & row) const;
  void combine();
  void spread_columns();
  void fill_row(Index row);
  void fill_velocity_row(Index row);
  void add_one(Index dof, Index like, double factor, double * entries) const;
  void add_six(Index dof, const double * factors, double * entries) const;
  void fill_artificial(Index row);
  double along_row(const Row & row, const Eigen::VectorXd & velocity) const;
  void find_bottoms();
  void eliminate_below(Index k);
  bool decompose();
  void solve();
  void add_solution_to_velocity();
  bool all_stand(const StandingLimits & limits, Eigen::VectorXd & values);
  bool contact_stands(
    Index contact, const StandingLimits & limits, Eigen::VectorXd & values) const;
  bool slider_stands(
    Index contact, const Eigen::Vector3d & u, const StandingLimits & limits) const;
  Origin origin_of(const Source & source) const;
  double source_value(const Origin & source, Index contact, int local) const;
  double known_part(const Origin & source, Index contact, int local) const;
  void start_velocity(const Origin & source);
  void fill_right_side(const Origin & source);
  void subtract_solution(Index row);
  void refine(const Origin & source);
  void sum_up_precisely();
  void answer_at_factor(const Origin & source, Eigen::VectorXd & values);
  void take_solution(const Origin & source, Eigen::VectorXd & values);
  void answer_after_updates(const Source & source, Eigen::VectorXd & values);
  void record(
    Variable leaving, Variable entering, double pivot, const Eigen::VectorXd & rates,
    double artificial_rate);
  bool was_basic_at_factor(Variable variable) const;
  void add_slot(int pair);
  void apply(const Update & update, const Origin & source, Eigen::VectorXd & values);
  double row_value(const Origin & source, int pair, const Eigen::VectorXd & values) const;
  void sum_up_slots(const Eigen::VectorXd & values);
  void evaluate(bool is_constant, Index contact, double * values) const;
  void add_source(const Origin & source, double * values) const;
  void evaluate_joined(bool is_constant, Index contact, double * w) const;

  // The sizes for which there is room.
  Index room_contacts_{-1};
  int room_stride_{0};
  Index room_velocities_{-1};

  // The problem, scaled.
  Index nv_{0};
  int stride_{1};
  int refinement_{1};
  double scale_{1.0};
  std::vector<double> unit_;
  std::vector<double> mu_;
  std::vector<int> directions_;
  std::vector<Eigen::Vector3d> bias_;  ///< added to the velocity
  ScaledColumns columns_;  ///< scaled
  Eigen::VectorXd k_;
  std::vector<double> angle_;
  std::vector<double> zoom_;
  std::vector<Vector2> table_;  ///< the polygon's corners of the contacts that have joined
  std::vector<Corners> corners_;  ///< of each contact: what the table holds, from load to load
  std::vector<Vector2> turns_;  ///< the corners of a polygon at angle 0, of the last number asked

  // The basis.
  std::vector<char> state_;  ///< of each pair: 0 neither is basic, 1 w, 2 z
  std::vector<char> joined_;
  std::vector<double> cover_;
  std::vector<int> involvement_;  ///< of each contact: how many of its pairs have no basic w
  std::vector<int> involved_;     ///< the contacts where that is not zero
  bool artificial_{false};
  std::uint64_t hash_{kHashOfZero};
  int cover_choice_{0};
  double largest_cover_{1.0};
  bool friction_{true};
  std::vector<std::uint64_t> codes_;  ///< of the last save()
  bool is_saved_{false};  ///< the basis is what restore() makes of them

  // The reduced system.
  using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<Column> column_list_;
  std::vector<Row> row_list_;
  std::vector<Elimination> elimination_;
  std::vector<Open> open_;     ///< of one contact
  bool is_collected_{false};   ///< rows and columns are listed for the basis as it is
  std::vector<double> along_;  ///< of rows and columns: their contact's columns combined
  Index along_end_{0};
  Index size_{0};
  RowMatrix matrix_;
  RowMatrix spread_;  ///< nv x columns: what each column adds to the velocity
  Eigen::VectorXd spread_artificial_;
  Eigen::VectorXd inverse_pivot_;
  std::vector<int> permutation_;
  // Contacts far apart share no body: what is not zero in a row lies between its head and its
  // tail, but for the artificial variable's column, the last.
  std::vector<Index> head_;
  std::vector<Index> tail_;
  std::vector<Index> bottom_;
  std::vector<Index> dof_head_;
  std::vector<Index> dof_tail_;
  struct Gap
  {
    int dof;
    int size;
  };
  std::vector<Gap> gappy_;     ///< degrees of freedom that some column between these leaves alone
  Eigen::VectorXd right_;
  Eigen::VectorXd solution_;
  Eigen::VectorXd correction_;

  // The exchanges since then.
  Index update_from_{48};  ///< measured: below it a factorisation costs less than an update
  std::vector<Update> updates_;
  int update_count_{0};
  int drift_{0};  ///< exchanges since the constant values were computed
  bool artificial_at_factor_{false};
  std::vector<int> slots_;   ///< pairs whose z is basic at factor() or has become so since
  std::vector<char> is_slot_;

  // The last answer.
  Eigen::VectorXd velocity_;
  using Precise = long double;  // NOLINT(runtime/int)
  Eigen::Matrix<Precise, Eigen::Dynamic, 1> precise_velocity_;
  Eigen::VectorXd rate_velocity_;      ///< of the last answer to a variable
  Eigen::VectorXd constant_velocity_;
  double artificial_value_{0.0};
  std::vector<double> theta_;
  std::vector<double> phi_sum_;
  std::vector<double> lambda_;
};

}  // namespace contact_sim

#endif  // SOLVERS__CONTACT_BASIS_HPP_
