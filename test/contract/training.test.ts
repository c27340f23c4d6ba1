import { describeDoors } from "./describe-doors";
import { trainingSuite } from "./training.suite";

describeDoors(trainingSuite);
