import { describeDoors } from "./describe-doors";
import { objectsSuite } from "./objects.suite";

describeDoors(objectsSuite);
