import { costsSuite } from "./costs.suite";
import { describeDoors } from "./describe-doors";

describeDoors(costsSuite, ["straight at the service, svc"]);
