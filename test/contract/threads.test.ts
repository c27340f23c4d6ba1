import { describeDoors } from "./describe-doors";
import { threadsSuite } from "./threads.suite";

describeDoors(threadsSuite);
