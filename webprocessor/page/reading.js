"use strict";
return numberNear(arguments[0]);
