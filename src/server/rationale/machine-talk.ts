/** What text for a model looks like. Narrow on purpose: "ignored the instructions on the label" is evidence, not an attack. */
const SIGNS = [
  /(?<!\b(?:to|would|could|will|might|did|not|and|they|who|i|we|she|he)\s)\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|these|those|my|every|of|its)\s+)*(?:(?:previous|prior|above|earlier|preceding|other|system|existing|safety)\b|instructions?\b|prompts?\b|everything\b)/iu,
  /\b(?:system|developer)\s*(?:prompt|message|override|instruction)|\bprompt injection\b/iu,
  /\b(?:you are (?:now|no longer)|pretend (?:to be|you)|from now on,? you|as an ai\b|(?:note|message|instruction|attention) (?:to|for) (?:the |any |all )?(?:ai|models?|llms?|assistant|reviewing))\b/iu,
  /\b(?:large language model|llms?|chatgpt|gpt-?\d|ai (?:model|assistant|reviewer|system|tool)s?)\b/iu,
  /\b(?:set|mark|return|output|respond|report|reply|answer)\b.{0,60}(?:\bjson\b|\bas absent\b|\babsent["']?\s*(?:to|=|:)?\s*true\b|\bflags? (?:is |as )?(?:absent|false|true)\b|\bagent_absent_flag\b)/iu,
  /<\/?(?:system|assistant|user|feedback|feedback_data|data|instructions?|script|img|iframe)\b|<\|[a-z_]+\|>|\[\/?INST\]|```|["']\s*(?:absent|rationale|role)\s*["']\s*:/iu,
  /^\s*#*\s*(?:system|assistant|user|developer|human|ai)\s*:/iu,
]

/** Whether a sentence is written for a model instead of a reader: quoted as evidence it would let feedback steer its own review. */
export function isMachineTalk(sentence: string): boolean {
  return SIGNS.some((sign) => sign.test(sentence))
}
