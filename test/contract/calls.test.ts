import { callsSuite } from "./calls.suite";
import { describeDoors } from "./describe-doors";
import { doorNames } from "./doors";

describeDoors(callsSuite, doorNames);
