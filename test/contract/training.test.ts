import { describeDoors } from "./describe-doors";
import { trainingSuite } from "./training.suite";

describeDoors(trainingSuite, ["through the relay to a connection of dialect svc"]);
