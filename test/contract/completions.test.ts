import { completionsSuite } from "./completions.suite";
import { describeDoors } from "./describe-doors";

describeDoors(completionsSuite, ["through the relay to a connection of dialect wb"]);
