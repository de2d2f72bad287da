import type { Endpoint } from "./api-endpoint";
import { instanceState } from "./instance";
import { retention } from "./retention";

/** Endpoints about the installation as a whole. */
export const instanceEndpoints = {
  readInstance: {
    method: "GET",
    path: "/instance",
    summary: "Queue, workers, disk, slow statements, storage per project and retention, for administrators of the installation",
    reply: instanceState,
  },
  saveRetention: {
    method: "PUT",
    path: "/instance/retention",
    summary: "Set how many days exchanges with models, webhook deliveries and old log files are kept; null: for ever",
    body: retention,
    reply: retention,
  },
} as const satisfies Record<string, Endpoint>;
