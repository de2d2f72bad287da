import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readStudyQuality } from "@/lib/workflows/read-study-quality";

export const GET = route(endpoints.readStudyQuality, ({ actor, params }) => readStudyQuality(actor, params));
