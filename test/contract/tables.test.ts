import { describeDoors } from "./describe-doors";
import { tablesSuite } from "./tables.suite";

describeDoors(tablesSuite);
