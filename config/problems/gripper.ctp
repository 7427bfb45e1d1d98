# Two fingers of 0.2 kg on a rail along x press with 20 N each on a cube of 0.5 kg and 0.05 m
# between them; 4 points a finger, mu = 0.8, h = 1 ms, g = 9.81 m/s^2. Degrees of freedom: left
# finger, right finger, linear and angular velocity of the cube; t1 = y, t2 = z. The normal
# impulses of each finger sum up to 0.02 N s: internal forces, 24 unknowns of rank 7. More than one
# answer is right: with the load spread over the points friction holds the cube, v+ = 0; with the
# load on one pair of opposite points it is held there and swings about them.
# family: contact
nv 8
nc 8
d 8
mass
0.2 0 0 0 0 0 0 0
0 0.2 0 0 0 0 0 0
0 0 0.5 0 0 0 0 0
0 0 0 0.5 0 0 0 0
0 0 0 0 0.5 0 0 0
0 0 0 0 0 0.00020833333333333337 0 0
0 0 0 0 0 0 0.00020833333333333337 0
0 0 0 0 0 0 0 0.00020833333333333337
Jn
-1 0 1 0 0 0 -0.01 0.01
-1 0 1 0 0 0 -0.01 -0.01
-1 0 1 0 0 0 0.01 -0.01
-1 0 1 0 0 0 0.01 0.01
0 1 -1 0 0 0 0.01 -0.01
0 1 -1 0 0 0 0.01 0.01
0 1 -1 0 0 0 -0.01 0.01
0 1 -1 0 0 0 -0.01 -0.01
Jt
0 0 0 1 0 0.01 0 -0.025
0 0 0 0 1 -0.01 0.025 0
0 0 0 1 0 0.01 0 -0.025
0 0 0 0 1 0.01 0.025 0
0 0 0 1 0 -0.01 0 -0.025
0 0 0 0 1 0.01 0.025 0
0 0 0 1 0 -0.01 0 -0.025
0 0 0 0 1 -0.01 0.025 0
0 0 0 1 0 0.01 0 0.025
0 0 0 0 1 -0.01 -0.025 0
0 0 0 1 0 0.01 0 0.025
0 0 0 0 1 0.01 -0.025 0
0 0 0 1 0 -0.01 0 0.025
0 0 0 0 1 0.01 -0.025 0
0 0 0 1 0 -0.01 0 0.025
0 0 0 0 1 -0.01 -0.025 0
bn
-0.1 -0.1 -0.1 -0.1 -0.1 -0.1 -0.1 -0.1
bt
0 -0.009810000000000001 0 -0.009810000000000001 0 -0.009810000000000001 0 -0.009810000000000001 0 -0.009810000000000001 0 -0.009810000000000001 0 -0.009810000000000001 0 -0.009810000000000001
mu
0.8 0.8 0.8 0.8 0.8 0.8 0.8 0.8
