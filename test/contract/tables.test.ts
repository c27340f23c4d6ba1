import { describeDoors } from "./describe-doors";
import { tablesSuite } from "./tables.suite";

describeDoors(tablesSuite, ["through the relay to a connection of dialect svc"]);
