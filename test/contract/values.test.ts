import { describeDoors } from "./describe-doors";
import { valuesSuite } from "./values.suite";

describeDoors(valuesSuite);
