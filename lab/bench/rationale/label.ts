/** A labeled case: the feedback of three interviews as sentences; one that begins with "+ " is about the red flag, for or against it. */
export type LabelledCase = { kind: string; flag: number; interviews: [string[], string[], string[]] }
