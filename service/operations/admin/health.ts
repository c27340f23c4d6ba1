import type { Handler } from "@/service/handlers/handler";

/** Ready: the router exists only once the store is open. */
export const readHealth: Handler<"health"> = async () => ({ status: "ok" });
