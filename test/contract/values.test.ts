import { describeDoors } from "./describe-doors";
import { doorNames } from "./doors";
import { valuesSuite } from "./values.suite";

describeDoors(valuesSuite, doorNames);
