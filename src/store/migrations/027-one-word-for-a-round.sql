-- A list's 'Qualifiers 1' is a board's 'Round 1'. Fights that were stored twice because of the two words have one word
-- from now on, and the next reading makes one of them; so no page may be passed over as one that says nothing new.

update pages set recorded_seq = null
where tournament_id in (select tournament_id from fights where round ~* '^qualifiers?\W*\d{1,2}$');

update fights set round = 'Round ' || substring(round from '\d+')::integer
where round ~* '^qualifiers?\W*\d{1,2}$';
