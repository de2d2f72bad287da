import { handleAuthRequest } from "@/lib/auth/handle-auth-request";
import { answer } from "@/lib/http/answer";

const handle = (request: Request) => answer(request, () => handleAuthRequest(request));

export { handle as GET, handle as POST };
