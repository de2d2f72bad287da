import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { closeCalibration } from "@/lib/workflows/close-calibration";

export const POST = route(endpoints.closeCalibration, ({ actor, params: { taskId, number } }) =>
  closeCalibration(actor, { taskId, number: Number(number) }),
);
