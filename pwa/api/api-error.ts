/** The body of an error response. */
export interface ProblemBody {
  message?: string;
  code?: string;
  errors?: Record<string, string[]>;
  current?: unknown;
  by_you?: boolean;
  request_id?: string;
}

/** A call that failed: the server's error, or status 0 if there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string | undefined;
  /** The messages about each invalid field, by the name of the field. A nested field has a dotted name. */
  readonly errors: Record<string, string[]> | undefined;
  readonly request_id: string | undefined;
  /** The current record, if the call was based on an older version of it. */
  readonly current: unknown;
  /** True if the person changed the record themself, in another tab. */
  readonly by_you: boolean;

  constructor(
    readonly status: number,
    body: ProblemBody,
    /** Seconds to wait before another try, if the server sent them. */
    readonly retry_after?: number,
  ) {
    super(body.message ?? 'Something went wrong.');
    this.code = body.code;
    this.errors = body.errors;
    this.request_id = body.request_id;
    this.current = body.current;
    this.by_you = body.by_you === true;
  }

  /** True if there was no response, or the server or a proxy is temporarily unavailable (502, 503, 504): the same call may be sent again. */
  get is_transient(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  /** The first message about each field. */
  get first_messages(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.errors ?? {}).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])));
  }
}

/** Returns any thrown value as an ApiError. If the value was not an ApiError, the status is -1. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(-1, { message: error instanceof Error ? error.message : 'Something went wrong.' });
