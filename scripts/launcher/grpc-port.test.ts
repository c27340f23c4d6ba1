import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { readEnvironment } from "@/lib/environment/environment";
import { chooseGrpcPort } from "./grpc-port";

const environmentWith = (port: string | undefined) => readEnvironment({ HEDDLE_OTLP_GRPC_PORT: port });

it("leaves OTLP over gRPC out where it is off, or where its usual port is another one of Heddle", async () => {
  expect(await chooseGrpcPort(environmentWith("off"), "checkout")).toBe("off");
  expect(await chooseGrpcPort(readEnvironment({ PORT: "4317" }), "checkout")).toBe("off");
});

it("takes the chosen port, and names it when something else listens there", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const chosen = environmentWith(String(port));
  await expect(chooseGrpcPort(chosen, "checkout")).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use, perhaps by another Heddle. Choose another with HEDDLE_OTLP_GRPC_PORT`,
  );
  server.close();
  await once(server, "close");
  expect(await chooseGrpcPort(chosen, "checkout")).toBe(port);
});
