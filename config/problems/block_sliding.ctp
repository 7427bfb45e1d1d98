# One step of a 1 kg cube of 0.2 m on a plane, 4 corners in contact, mu = 0.5, h = 1 ms, g = 9.81
# m/s^2, at rest, pushed by 8 N along x through its centre. Degrees of freedom: linear and angular
# velocity, t1 = x, t2 = y. The same problem as block_on_plane.lcp, with d = 8. It slides: v+ =
# 0.003095 m/s along x, the front corners carrying more. Four corners share three equations, so the
# normal impulses are not unique; their sum is 0.00981 N s.
# family: contact
nv 6
nc 4
d 8
mass
1 0 0 0 0 0
0 1 0 0 0 0
0 0 1 0 0 0
0 0 0 0.006666666666666668 0 0
0 0 0 0 0.006666666666666668 0
0 0 0 0 0 0.006666666666666668
Jn
0 0 1 -0.1 0.1 0
0 0 1 -0.1 -0.1 0
0 0 1 0.1 -0.1 0
0 0 1 0.1 0.1 0
Jt
1 0 0 0 -0.1 0.1
0 1 0 0.1 0 -0.1
1 0 0 0 -0.1 0.1
0 1 0 0.1 0 0.1
1 0 0 0 -0.1 -0.1
0 1 0 0.1 0 0.1
1 0 0 0 -0.1 -0.1
0 1 0 0.1 0 -0.1
bn
-0.009810000000000001 -0.009810000000000001 -0.009810000000000001 -0.009810000000000001
bt
0.008 0 0.008 0 0.008 0 0.008 0
mu
0.5 0.5 0.5 0.5
