-- Finding customers by the beginning of their id or of the words of their name, in one tenant's domain among many.

-- A text as it is compared: without accents, in small letters, also where the database's locale knows only those of English.
create function plain_text(given text) returns text language sql immutable parallel safe as $$
  select translate(lower(regexp_replace(normalize(coalesce(given, ''), NFKD), U&'[\0300-\036f]', '', 'g')),
    'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖłøđħıς',
    'æðoþdhlŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆlodhiσ')
$$;

-- Words of a name, none longer than what an index takes.
create function plain_words(given text) returns setof text language sql immutable parallel safe as $$
  select distinct left(word, 100)
  from regexp_split_to_table(
    gatehouse.plain_text(given), '[[:space:][:punct:]]+') word
  where word <> ''
$$;

-- The id, and each word of the name, behind tenant and domain: so that a search reads only its own scope's.
create function customer_keys(tenant text, domain text, id text, name text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select tenant || '/' || domain || '/' || word from gatehouse.plain_words(name) word
    union select tenant || '/' || domain || '/' || gatehouse.plain_text(id)
  ))
$$;

-- What begins with the whole text, or has words that begin with each of its words.
create function customer_query(tenant text, domain text, search text) returns tsquery
language sql immutable parallel safe as $$
  select string_agg(query, ' | ')::tsquery from (
    select quoted as query from (
      select '''' || replace(replace(tenant || '/' || domain || '/' || gatehouse.plain_text(search), '\', '\\'), '''', '''''') || ''':*' as quoted
    ) whole
    union all
    select '(' || string_agg('''' || replace(replace(tenant || '/' || domain || '/' || word, '\', '\\'), '''', '''''') || ''':*', ' & ') || ')'
    from gatehouse.plain_words(search) word having count(*) > 0
  ) queries
$$;

create index customer_by_keys on customer using gin (customer_keys(tenant_id, domain, customer_id, name));

-- Scans that people ask for have no key.
alter table quick_scan add column requested_by text;
create index quick_scan_by_time on quick_scan (tenant_id, domain, created_at desc, scan_id desc);
