-- A box that was overlooked read as "I am legally authorized to work … No". It's a required question from now on; answers already given keep the text they were given to.
update application_question
set question_type = 'Yes/No Questions',
  required_flag = true,
  question_text = case
    when question_text = 'I am legally authorized to work in the United States.' then 'Are you legally authorized to work in the United States?'
    else question_text
  end
where question_name = 'opt_in_legally_authorized' and question_type = 'Checkboxes';
