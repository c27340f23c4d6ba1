import { describeDoors } from "./describe-doors";
import { threadsSuite } from "./threads.suite";

describeDoors(threadsSuite, ["through the relay to a connection of dialect wb"]);
