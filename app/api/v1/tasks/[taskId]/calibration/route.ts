import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listCalibration } from "@/lib/workflows/list-calibration";
import { openCalibration } from "@/lib/workflows/open-calibration";

export const GET = route(endpoints.listCalibration, ({ actor, params }) => listCalibration(actor, params));

export const POST = route(endpoints.openCalibration, ({ actor, params, body }) => openCalibration(actor, { ...params, ...body }));
