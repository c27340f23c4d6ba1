import { completionsSuite } from "./completions.suite";
import { describeDoors } from "./describe-doors";

describeDoors(completionsSuite);
