# Edits of the header that wsdl2h writes, in the way its manual describes. What is on the wire stays the same.
# Optional attributes are pointers there, each of them allocated by itself: here they are values.
# A quake's time has whole seconds: time_t holds it, while a query's dates are struct timeval.
/^struct types__Quake$/,/^};/ s/@ xsd__dateTime\*/@ time_t*/
/^struct types__Quake$/,/^};/ s/@ (time_t|int|float)\*( +[a-z]+ +)0;/@ \1 \2 1;/
/^struct types__Region$/,/^};/ s/@ (int)\*( +[a-z]+ +)0;/@ \1 \2 1;/
s/@ (int)\*( +count +)0;/@ \1 \2 1;/
