import type { z } from "zod";
import type { connection } from "@/lib/api/contract/app/connections";

export type Connection = z.infer<typeof connection>;
