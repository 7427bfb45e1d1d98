nv 1
nc 1
d 4
mass
-1
Jn
1
Jt
0
0
bn
-1
bt
0 0
mu
0.5
