import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { declineConsent } from "@/lib/workflows/decline-consent";

export const POST = route(endpoints.declineConsent, ({ actor, params }) => declineConsent(actor, params));
