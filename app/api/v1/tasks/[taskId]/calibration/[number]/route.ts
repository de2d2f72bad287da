import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { compareCalibration } from "@/lib/workflows/compare-calibration";
import { requireCalibration } from "@/lib/workflows/require-calibration";

export const GET = route(endpoints.compareCalibration, ({ actor, params: { taskId, number } }) =>
  compareCalibration(actor, { taskId, number: Number(number) }),
);

export const PATCH = route(endpoints.requireCalibration, ({ actor, params: { taskId, number }, body }) =>
  requireCalibration(actor, { taskId, number: Number(number), ...body }),
);
