export type FieldError = { path: string; message: string }
/** The answers in a form that's shown again after an error, by `question_name`. */
export type FormValues = Record<string, string>
