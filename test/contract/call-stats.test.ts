import { callStatsSuite } from "./call-stats.suite";
import { describeDoors } from "./describe-doors";

describeDoors(callStatsSuite, ["through the relay to a connection of dialect svc"]);
