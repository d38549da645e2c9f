import type { QuestionType } from '#contract/questions/question-rules.ts'

type ReferenceQuestion = {
  question_name: string
  question_text: string
  question_type: QuestionType
  question_placeholder?: string
  required_flag: boolean
  max_words?: number
}

/** The default questions, in order; every role asks all of them except the licenses question. */
export const QUESTIONS: ReferenceQuestion[] = [
  { question_name: 'first_name', question_text: 'First name', question_type: 'Text', required_flag: true },
  { question_name: 'last_name', question_text: 'Last name', question_type: 'Text', required_flag: true },
  { question_name: 'email', question_text: 'Email address', question_type: 'Email Input', question_placeholder: 'you@example.com', required_flag: true },
  {
    question_name: 'linkedin_profile_url',
    question_text: 'LinkedIn profile, if you have one',
    question_type: 'Text',
    question_placeholder: 'https://www.linkedin.com/in/your-name',
    required_flag: false,
  },
  {
    question_name: 'require_sponsorship',
    question_text: 'Will you need us to sponsor a work visa (such as an H-1B), now or in the future?',
    question_type: 'Yes/No Questions',
    required_flag: true,
  },
  {
    question_name: 'opt_in_legally_authorized',
    question_text: 'Are you legally authorized to work in the United States?',
    question_type: 'Yes/No Questions',
    required_flag: true,
  },
  {
    question_name: 'startup_previously',
    question_text: 'Have you worked at a startup before?',
    question_type: 'Yes/No Questions',
    required_flag: true,
  },
  {
    question_name: 'recent_role_tenure',
    question_text: 'How many months have you spent in your current or most recent role?',
    question_type: 'Text',
    question_placeholder: '18',
    required_flag: true,
  },
  {
    question_name: 'opt_in_background_check',
    question_text: "I agree to a background check if I'm offered the job.",
    question_type: 'Checkboxes',
    required_flag: false,
  },
  {
    question_name: 'opt_in_updates',
    question_text: 'You may contact me about other suitable roles.',
    question_type: 'Checkboxes',
    required_flag: false,
  },
  {
    question_name: 'why_this_role',
    question_text: 'Why this role, and why now?',
    question_type: 'Extended Open Text Box',
    question_placeholder: 'What interests you about this role, and what would you like to be doing a year from now?',
    required_flag: true,
  },
  {
    question_name: 'proudest_work',
    question_text: 'What piece of work are you proudest of? Tell us what you did and how it turned out.',
    question_type: 'Extended Open Text Box',
    question_placeholder: 'One example is enough. Please leave out anything that could identify a patient.',
    required_flag: true,
  },
  {
    question_name: 'care_story',
    question_text: "Tell us about a time at work when you helped make a patient's or customer's experience better. What did you learn?",
    question_type: 'Extended Open Text Box',
    question_placeholder: "Please leave out names and anything about your own or your family's health.",
    required_flag: false,
  },
  { question_name: 'licenses', question_text: 'Which licenses do you hold?', question_type: 'Licenses', required_flag: false },
]
