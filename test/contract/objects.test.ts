import { describeDoors } from "./describe-doors";
import { objectsSuite } from "./objects.suite";

describeDoors(objectsSuite, ["straight at the service, wb"]);
