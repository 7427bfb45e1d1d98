nv 1
contacts 1
d 4
