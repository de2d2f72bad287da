export { answerAuthRequest as GET, answerAuthRequest as POST } from "@/lib/http/auth-request";
