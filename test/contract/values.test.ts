import { describeDoors } from "./describe-doors";
import { valuesSuite } from "./values.suite";

describeDoors(valuesSuite, ["straight at the service, wb", "through the relay to a connection of dialect svc"]);
